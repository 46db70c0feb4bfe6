import type { Audience } from '../../db/events/events.ts'

/** A row as the API gives it to everybody, as JSON, and who may see it. */
export interface LiveRow {
  json: string
  audience: Audience
}

/** Rows as pages that follow changes receive them, by their ids. */
export const toLiveRows = <Row extends { id: number }>(
  rows: readonly Row[],
  audienceOf: (row: Row) => Audience,
): Map<number, LiveRow> =>
  new Map(rows.map((row) => [row.id, { json: JSON.stringify(row), audience: audienceOf(row) }]))
