/** The kinds of values in a column. The writers of CSV and of workbooks say how each kind looks. */
interface Values {
  text: string
  /** A number as it is, whole or not. */
  number: number
  /** Hours, with two decimals. */
  hours: number
  /** A date: "2026-11-20". */
  date: string
  /** An instant as ISO 8601. A file says the minute that the clock of the deployment shows. */
  instant: string
}
export type ColumnKind = keyof Values

/** A value with its kind. Null is an empty cell. */
export type Cell = { [K in ColumnKind]: { kind: K; value: Values[K] | null } }[ColumnKind]

/** A column of an exported list: its heading, which may be a date, and its cell in the line of each row. */
export type Column<Row> = {
  [K in ColumnKind]: { heading: string | { date: string }; kind: K; value(row: Row): Values[K] | null }
}[ColumnKind]

/** The heading as a cell. */
export const headingCell = ({ heading }: Column<never>): Cell =>
  typeof heading === 'string' ? { kind: 'text', value: heading } : { kind: 'date', value: heading.date }

/** The cells of one row. */
export const cellsOf = <Row>(columns: readonly Column<Row>[], row: Row): Cell[] =>
  columns.map((column) => ({ kind: column.kind, value: column.value(row) }) as Cell)
