import * as z from 'zod/mini'
import { oneOf } from '../fields.ts'

/** How the file of an export is written. The first is the specified one, which comes without a choice. */
export const fileFormats = ['csv', 'csv-semicolon', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]
export const DEFAULT_FORMAT: FileFormat = 'csv'

export const isFileFormat = (text: unknown): text is FileFormat => fileFormats.some((format) => format === text)

/** The query of an export: its filters, and the format of the file. */
export const exportQuery = <Filters extends z.ZodMiniObject>(filters: Filters) =>
  z.extend(filters, { format: z.optional(oneOf(fileFormats)) })

export const CSV_TYPE = 'text/csv; charset=utf-8'
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const mediaTypeOf = (format: FileFormat) => (format === 'xlsx' ? WORKBOOK_TYPE : CSV_TYPE)

/** The name of the file, from the name of the list: "tasks.csv". */
export const fileNameOf = (name: string, format: FileFormat) => `${name}.${format === 'xlsx' ? 'xlsx' : 'csv'}`
