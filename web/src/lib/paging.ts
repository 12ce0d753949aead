/** Lists of tables that go on page by page, the latest first. */
import type { TableList } from './protocol';

/** Asks for the tables that changed last before a moment. Without a moment: the first page. */
export type AskPage = (before?: number) => Promise<TableList>;

/** The time of the last table of a list. Tables that cannot be opened count, too. */
function lastOf({ tables, unopened }: TableList): number | undefined {
  const times = [...tables, ...unopened].map(({ updated }) => updated);
  return times.length ? Math.min(...times) : undefined;
}

function isEmpty({ tables, unopened }: TableList): boolean {
  return tables.length + unopened.length === 0;
}

/**
 * The tables after those that are known. Several may have changed in the same millisecond, so the
 * last moment is asked for once more, and known tables are left out.
 */
async function pageAfter(known: TableList, ask: AskPage): Promise<TableList> {
  const last = lastOf(known);
  if (last === undefined) return ask();
  const fresh = ({ tables, unopened, more }: TableList): TableList => ({
    more,
    tables: tables.filter(({ table }) => !known.tables.some((old) => old.table.id === table.id)),
    unopened: unopened.filter(({ id }) => !known.unopened.some((old) => old.id === id)),
  });
  const found = fresh(await ask(last + 1));
  return !isEmpty(found) || !found.more ? found : fresh(await ask(last));
}

/** As many pages as are wanted, or as there are; `wanted` may grow meanwhile. */
export async function pagesOf(wanted: () => number, ask: AskPage): Promise<TableList> {
  let list: TableList = { tables: [], unopened: [], more: true };
  for (let page = 0; page < wanted() && list.more; page += 1) {
    const next = await pageAfter(list, ask);
    list = {
      tables: [...list.tables, ...next.tables],
      unopened: [...list.unopened, ...next.unopened],
      more: next.more && !isEmpty(next),
    };
  }
  return list;
}
