"""`lutetia train`: a network learns a game by playing itself."""

from __future__ import annotations

import argparse
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from lutetia.ai.arena.run import cores
from lutetia.ai.network.catalogue import subject_of
from lutetia.cli.arguments import Subparsers, add_command, whole
from lutetia.cli.files import make_folder
from lutetia.kernel.catalogue import GAMES, find_game
from lutetia.kernel.errors import BadOption
from lutetia.kernel.package import TrainingPlan

MOST_MINUTES = 100_000


def add(subparsers: Subparsers) -> None:
    """`train`."""
    parser = add_command(subparsers, "train", run, "let a network learn by playing itself")
    parser.add_argument("game", metavar="GAME", help="lumiere or belle_epoque")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder of the training"
    )
    parser.add_argument(
        "--minutes",
        type=whole(1, MOST_MINUTES),
        default=16,
        metavar="M",
        help="the length of the whole training (default: 16)",
    )
    parser.add_argument(
        "--now",
        type=whole(1, MOST_MINUTES),
        metavar="M",
        help="stop after this time, and continue later",
    )
    parser.add_argument(
        "--start",
        type=Path,
        metavar="FILE",
        help="begin a new training with the weights of this file (model.onnx or insight.npz)",
    )
    parser.add_argument(
        "--rate",
        type=float,
        metavar="R",
        help="the highest learning rate (default: what suits the game)",
    )
    parser.add_argument(
        "--steps",
        type=whole(1, 1 << 40),
        metavar="N",
        help="stop after this number of learning steps",
    )
    parser.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda, if there is one")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play the games on all machines of this Ray cluster; local: start one here",
    )
    parser.add_argument(
        "--games",
        type=whole(2, 1 << 20),
        metavar="N",
        help="games at the same time, or of a round (default: what suits the game)",
    )
    parser.add_argument(
        "--simulations",
        type=whole(1, 1000),
        metavar="N",
        help="simulations per move (default: what suits the game)",
    )
    parser.add_argument(
        "--batch",
        type=whole(4, 1 << 20),
        metavar="N",
        help="positions per step (default: what suits the game)",
    )
    parser.add_argument(
        "--blocks",
        type=whole(1, 100),
        metavar="N",
        help="blocks of the network (default: what suits the game)",
    )
    parser.add_argument(
        "--channels",
        type=whole(4, 1024),
        metavar="N",
        help="channels of the network (default: what suits the game)",
    )
    parser.add_argument(
        "--threads",
        type=whole(1, 1024),
        default=None,
        metavar="N",
        help="threads for the games (default: all)",
    )
    parser.add_argument(
        "--general",
        action="store_true",
        help="the network of the general tree search, also where a game has its own training",
    )
    parser.add_argument(
        "--seed", default="training", metavar="S", help="any word (default: training)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Train, or continue a training; then write the model and the curve."""
    package = GAMES.find(arguments.game)
    training = None if arguments.general else package.training()
    if training is None:
        subject_of(package.game().id)
    if find_spec("torch") is None:
        raise BadOption("training needs PyTorch: install lutetia[train]")
    import torch

    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if device == "cuda" and not torch.cuda.is_available():
        raise BadOption("--device cuda: PyTorch finds no GPU here")
    if training is None:
        return _general(arguments, device)
    for name in ("ray", "rate", "steps", "simulations", "batch", "blocks", "channels"):
        if getattr(arguments, name) is not None:
            raise BadOption(
                f"--{name}: {package.game().title} has its own training without this option; "
                "--general trains the network of the tree search"
            )
    make_folder(arguments.out)
    plan = TrainingPlan(
        minutes=float(arguments.minutes),
        now=float(arguments.now or arguments.minutes),
        games=arguments.games,
        threads=arguments.threads or cores(),
        device=device,
        seed=arguments.seed,
        start=arguments.start,
    )
    training.run(arguments.out, plan, lambda text: print(text, flush=True))
    return 0


def _general(arguments: argparse.Namespace, device: str) -> int:
    subject = subject_of(find_game(arguments.game).id)
    if (arguments.batch or 0) % 4 or (arguments.games or 0) % 2:
        raise BadOption("--batch must be a multiple of 4, and --games of 2")
    if arguments.rate is not None and not 0.0 < arguments.rate < 1.0:
        raise BadOption("--rate must be between 0 and 1")
    if arguments.ray is not None and find_spec("ray") is None:
        raise BadOption("a cluster needs Ray: install lutetia[train,ray]")
    import torch

    from lutetia.ai.network.export import export
    from lutetia.ai.network.recipe import recipe_for
    from lutetia.ai.network.trainer import Trainer

    usual = recipe_for(subject)
    simulations = arguments.simulations or usual.simulations
    recipe = replace(
        usual,
        size=replace(
            usual.size,
            blocks=arguments.blocks or usual.size.blocks,
            channels=arguments.channels or usual.size.channels,
        ),
        games=arguments.games or usual.games,
        simulations=simulations,
        first_simulations=min(usual.first_simulations, simulations),
        quick_simulations=min(usual.quick_simulations, simulations),
        batch=arguments.batch or usual.batch,
        rate=usual.rate if arguments.rate is None else arguments.rate,
        minutes=float(arguments.minutes),
        threads=arguments.threads or 0,
        seed=arguments.seed,
    )
    make_folder(arguments.out)
    trainer = Trainer(
        subject,
        recipe,
        arguments.out,
        torch.device(device),
        print,
        arguments.ray,
        arguments.start,
    )
    trainer.run(float(arguments.now or arguments.minutes), arguments.steps)
    best = trainer.winner()
    notes = {"steps": str(trainer.progress.steps), "games": str(trainer.progress.games)}
    export(best, subject, arguments.out / "model.onnx", notes)
    print(f"model in {arguments.out / 'model.onnx'}")
    if find_spec("matplotlib") is not None:
        from lutetia.cli.train_plot import write_curve

        write_curve(trainer.progress.log, arguments.out / "curve.svg")
        print(f"curve in {arguments.out / 'curve.svg'}")
    return 0
