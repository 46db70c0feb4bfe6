import type { ChangeWithRow } from '../../shared/changes.ts'

/**
 * How a change of a row changes a reply that a page has read. Such functions return the reply as the server would give
 * it now, the same object when nothing changes, or `READ_AGAIN` when only the server can tell.
 */

/** A change with its row; null for one that is gone, or that this person may not see. */
export type RowChange<Row> = Omit<ChangeWithRow, 'row'> & { row: Row | null }

/** Facts about a reply besides its content. */
export interface ReplyContext {
  /** The deployment's. */
  timeZone: string
  /** The person whose page it is. */
  viewerId: string
  /** The first parameter of the path that was read, for example the id of `/sops/7/versions`. */
  param: unknown
}

/** Whether the page has a newer version of a row than the change brings. */
export const isNewer = (known: { updatedAt: string } | null | undefined, row: { updatedAt: string }) =>
  known != null && known.updatedAt > row.updatedAt

/** The rows of a list with this one at its place, or without it when there is none. */
export function withRowAt<Row extends { id: number }>(
  rows: Row[],
  id: RowChange<Row>['id'],
  row: Row | null,
  standsBefore: (row: Row, other: Row) => boolean,
): Row[] {
  const others = rows.filter((other) => other.id !== id)
  if (!row) return others.length === rows.length ? rows : others
  const place = others.findIndex((other) => standsBefore(row, other))
  return others.toSpliced(place === -1 ? others.length : place, 0, row)
}
