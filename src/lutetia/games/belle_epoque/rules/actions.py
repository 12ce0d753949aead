"""The rules in the form that the kernel needs: they generate, check and play moves."""

from __future__ import annotations

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules.benefits import (
    answer_bonus,
    answer_prestige,
    answer_scoring,
    list_bonus,
    list_discards,
    list_scoring,
    refuse_bonus,
    refuse_discard,
    refuse_scoring,
)
from lutetia.games.belle_epoque.rules.bonus_tiles import (
    activate,
    list_activations,
    refuse_activation,
)
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.deal import deal
from lutetia.games.belle_epoque.rules.drawing import (
    draw,
    list_draws,
    list_places,
    place,
    refuse_place,
)
from lutetia.games.belle_epoque.rules.end_tiles import (
    choose,
    left_of,
    list_choices,
    list_uses,
    may_look,
    refuse_use,
    use,
)
from lutetia.games.belle_epoque.rules.house import USUAL_KEY
from lutetia.games.belle_epoque.rules.imagination import imagine
from lutetia.games.belle_epoque.rules.keys import (
    list_key_moves,
    list_placements,
    move_key,
    place_key,
    refuse_key_move,
    refuse_placement,
)
from lutetia.games.belle_epoque.rules.market import (
    buy,
    list_trades,
    refuse_buy,
    refuse_sell,
    sell,
)
from lutetia.games.belle_epoque.rules.scoring import score, standing
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.games.belle_epoque.rules.turn import end_turn, follow_up_answered
from lutetia.games.belle_epoque.rules.view import view
from lutetia.kernel.compiled import compiled
from lutetia.kernel.contract import Rules
from lutetia.kernel.types import Moves


@compiled
def legal_moves(box: Box, state: State, out: Moves) -> int:
    """The moves of the phase, then the free actions, then the end of the turn."""
    if state.to_move < 0:
        return 0
    seat = whole(state.to_move)
    count = list_duties(box, state, seat, out)
    count = list_trades(box, state, seat, out, count)
    count = list_activations(box, state, seat, out, count)
    count = list_uses(state, seat, out, count)
    # After the action, or instead of it in the final turn (B3.2, B8.2).
    if state.phase == s.END or (state.phase == s.ACT and state.stage == s.FINAL):
        out[count] = m.END
        count += 1
    return count


@compiled
def list_duties(box: Box, state: State, seat: int, out: Moves) -> int:
    """The answers to what the rules wait for."""
    if state.phase == s.DRAW:
        count = list_draws(state, out)
    elif state.phase == s.PLACE:
        count = list_places(box, state, out)
    elif state.phase == s.ACT:
        count = list_actions(box, state, seat, out)
    elif state.phase == s.CHOOSE:
        count = list_choices(box, state, out)
    elif state.phase == s.BONUS:
        count = list_bonus(box, state, seat, out)
    elif state.phase == s.PRESTIGE:
        count = list_discards(box, state, seat, out)
    elif state.phase == s.SCORING:
        count = list_scoring(state, out)
    else:
        count = 0
    return count


@compiled
def list_actions(box: Box, state: State, seat: int, out: Moves) -> int:
    """The action of the turn, or a pass if the seat has no action (B3.1)."""
    count = list_placements(state, seat, out)
    count = list_key_moves(box, state, seat, out, count)
    if may_look(state) == no.LEGAL:
        out[count] = m.TAKE
        count += 1
    if count == 0 and state.stage != s.FINAL:
        out[count] = m.PASS
        count += 1
    return count


@compiled
def refusal(box: Box, state: State, move: int) -> int:
    """Why a move is not legal, or LEGAL."""
    if move < 0 or move >= m.MOVES:
        return no.NO_MOVE
    if state.to_move < 0:
        return no.GAME_OVER
    move = whole(move)  # one type for all rules, whatever type the caller used
    seat = whole(state.to_move)
    if move >= m.BUY:
        return refuse_free(box, state, seat, move)
    code = refuse_phase(whole(state.phase), phase_of(move, whole(state.phase)))
    if code == no.NO_SCORING_WAITS:
        if move == m.DECLINE:
            return no.NOTHING_WAITS
        return code if box.keys_for_scoring == USUAL_KEY else no.NO_KEY_BROUGHT_IT
    if code != no.LEGAL:
        return code
    if move < m.CHOOSE:
        return refuse_step(box, state, seat, move)
    return refuse_answer(box, state, seat, move)


@compiled
def phase_of(move: int, phase: int) -> int:
    """The phase that a move belongs to; every follow-up choice can be declined."""
    if move < m.PLACE:
        wanted = s.DRAW
    elif move < m.KEY:
        wanted = s.PLACE
    elif move < m.CHOOSE:
        wanted = s.ACT
    elif move < m.BONUS:
        wanted = s.CHOOSE
    elif move < m.DISCARD:
        wanted = s.BONUS
    elif move < m.SCORE:
        wanted = s.PRESTIGE
    elif move < m.DECLINE or phase not in (s.BONUS, s.PRESTIGE):
        wanted = s.SCORING
    else:
        wanted = phase
    return wanted


@compiled
def refuse_phase(phase: int, wanted: int) -> int:
    """Why a move of the phase `wanted` is not legal now."""
    if phase == wanted:
        code = no.LEGAL
    elif phase == s.DRAW:
        code = no.DRAW_FIRST
    elif phase == s.PLACE:
        code = no.PLACE_FIRST
    elif phase == s.CHOOSE:
        code = no.CHOOSE_FIRST
    elif phase in (s.BONUS, s.PRESTIGE, s.SCORING):
        code = no.ANSWER_FIRST
    elif wanted == s.DRAW:
        code = no.ALREADY_DRAWN
    elif wanted == s.PLACE:
        code = no.NOTHING_TO_PLACE
    elif wanted == s.ACT:
        code = no.ACTION_DONE
    else:
        code = refuse_follow_up(wanted)
    return code


@compiled
def refuse_follow_up(wanted: int) -> int:
    """Why an answer is not legal while nothing waits for it (B6)."""
    if wanted == s.BONUS:
        return no.NO_STEP_WAITS
    if wanted == s.PRESTIGE:
        return no.NO_MEDALS_WAIT
    return no.NO_SCORING_WAITS if wanted == s.SCORING else no.NOTHING_WAITS


@compiled
def refuse_step(box: Box, state: State, seat: int, move: int) -> int:
    """Why a draw, a placement or an action is not legal in its phase."""
    if move < m.PLACE:
        code = no.LEGAL if state.pile_left[move - m.DRAW] > 0 else no.PILE_EMPTY
    elif move < m.KEY:
        code = refuse_place(box, state, whole(state.drawn), move - m.PLACE)
    elif move < m.PASS:
        code = refuse_action(box, state, seat, move)
    else:
        code = refuse_pass(box, state, seat)
    return code


@compiled
def refuse_action(box: Box, state: State, seat: int, move: int) -> int:
    """Why an action is not legal."""
    if move < m.MOVE:
        return refuse_placement(state, seat, move - m.KEY)
    if move < m.TAKE:
        return refuse_key_move(box, state, seat, move)
    return may_look(state)


@compiled
def refuse_pass(box: Box, state: State, seat: int) -> int:
    """A seat passes only if it has no legal action; in the final turn nobody needs to pass."""
    if state.stage == s.FINAL:
        return no.NEED_NOT_PASS
    for move in range(m.KEY, m.PASS):
        if refuse_action(box, state, seat, move) == no.LEGAL:
            return no.CAN_ACT
    return no.LEGAL


@compiled
def refuse_answer(box: Box, state: State, seat: int, move: int) -> int:
    """Why an answer is not legal in its phase."""
    if move < m.BONUS:
        left = left_of(box, state, move - m.CHOOSE)
        code = no.LEGAL if left > 0 else no.END_TILE_GONE
    elif move < m.DISCARD:
        code = refuse_bonus(box, state, seat, move - m.BONUS)
    elif move < m.SCORE:
        code = refuse_discard(box, state, seat, move - m.DISCARD + 1)
    elif move < m.DECLINE:
        tile, district = divmod(move - m.SCORE, s.DISTRICTS)
        code = refuse_scoring(state, tile, district)
    else:
        code = no.LEGAL
    return code


@compiled
def refuse_free(box: Box, state: State, seat: int, move: int) -> int:
    """Why a free action, or the end of the turn, is not legal."""
    if move < m.SELL:
        code = refuse_buy(box, state, seat, move - m.BUY)
    elif move < m.ACTIVATE:
        code = refuse_sell(box, state, seat, move - m.SELL)
    elif move < m.USE:
        code = refuse_activation(box, state, seat, move)
    elif move < m.END:
        code = refuse_use(state, seat, move - m.USE)
    else:
        code = refuse_end(state)
    return code


@compiled
def refuse_end(state: State) -> int:
    """Why the turn cannot end yet."""
    if state.phase == s.ACT:
        return no.LEGAL if state.stage == s.FINAL else no.ACTION_OWED
    return refuse_phase(whole(state.phase), s.END)


@compiled
def apply(box: Box, state: State, move: int) -> None:
    """Play a legal move in place."""
    move = whole(move)  # one type for all rules, whatever type the caller used
    seat = whole(state.to_move)
    state.ply += 1
    if move < m.CHOOSE:
        apply_step(box, state, seat, move)
    elif move < m.BUY:
        apply_answer(box, state, seat, move)
    elif move < m.END:
        apply_free(box, state, seat, move)
    else:
        end_turn(box, state)


@compiled
def apply_step(box: Box, state: State, seat: int, move: int) -> None:
    """A draw, a placement or an action."""
    if move < m.PLACE:
        draw(box, state, move - m.DRAW)
    elif move < m.KEY:
        place(state, move - m.PLACE)
    elif move < m.MOVE:
        place_key(box, state, seat, move - m.KEY)
    elif move < m.TAKE:
        move_key(box, state, seat, move)
    elif move < m.PASS:
        state.phase = s.CHOOSE  # the seat sees all end-of-game tiles that are left (B8.1)
    else:
        state.phase = s.END


@compiled
def apply_answer(box: Box, state: State, seat: int, move: int) -> None:
    """The answer that the rules waited for."""
    if move < m.BONUS:
        choose(state, seat, move - m.CHOOSE)
    elif move < m.DISCARD:
        answer_bonus(box, state, seat, move - m.BONUS)
    elif move < m.SCORE:
        answer_prestige(box, state, seat, move - m.DISCARD + 1)
    elif move < m.DECLINE:
        tile, district = divmod(move - m.SCORE, s.DISTRICTS)
        answer_scoring(state, tile, district)
    else:
        follow_up_answered(state)


@compiled
def apply_free(box: Box, state: State, seat: int, move: int) -> None:
    """A purchase, a sale or the use of a tile."""
    if move < m.SELL:
        buy(box, state, seat, move - m.BUY)
    elif move < m.ACTIVATE:
        sell(box, state, seat, move - m.SELL)
    elif move < m.USE:
        activate(box, state, seat, move)
    else:
        use(state, seat, move - m.USE)


RULES = Rules(
    deal=deal,
    legal_moves=legal_moves,
    refusal=refusal,
    apply=apply,
    score=score,
    standing=standing,
    view=view,
    imagine=imagine,
)
