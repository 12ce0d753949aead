/** Lists of tables that go on page by page, the latest first. */
import type { TableList, TableSummary } from './protocol';

/** Asks for what was last changed before a moment; without one, for the first page. */
export type AskPage = (before?: number) => Promise<TableList>;

/**
 * The tables after those that are known. Several may have changed in the same millisecond, so the
 * last moment is asked for once more, and known tables are left out.
 */
async function pageAfter(known: readonly TableSummary[], ask: AskPage): Promise<TableList> {
  const last = known.at(-1)?.updated;
  if (last === undefined) return ask();
  const fresh = ({ tables, more }: TableList): TableList => ({
    more,
    tables: tables.filter(({ table }) => !known.some((old) => old.table.id === table.id)),
  });
  const found = fresh(await ask(last + 1));
  return found.tables.length || !found.more ? found : fresh(await ask(last));
}

/** As many pages as are wanted, or as there are; `wanted` may grow meanwhile. */
export async function pagesOf(wanted: () => number, ask: AskPage): Promise<TableList> {
  let list: TableList = { tables: [], more: true };
  for (let page = 0; page < wanted() && list.more; page += 1) {
    const { tables, more } = await pageAfter(list.tables, ask);
    list = { tables: [...list.tables, ...tables], more: more && tables.length > 0 };
  }
  return list;
}
