import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { SheetColumn } from '../../shared/sheets/columns.ts'
import { csvLinesOf } from '../../shared/sheets/csv-lines.ts'
import type { FileFormat } from '../../shared/sheets/formats.ts'
import { MAX_ROWS, sheetPath, sheetTextsOf, workbookParts } from '../../shared/sheets/workbook.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { joinedInTurns } from '../base/joined-in-turns.ts'
import { Deflated, LEVEL, MAX_BYTES } from './archive.ts'

/** An exported list: its columns, and its rows, which are read batch by batch so that their number takes no memory. */
export interface Sheet<Row = unknown> {
  columns: readonly SheetColumn<Row>[]
  batches: AsyncIterable<readonly Row[]>
}

/** A file that a feature writes itself, piece by piece, because it has a form of its own. */
export class WrittenFile {
  readonly fileName: string
  readonly mediaType: string
  readonly pieces: AsyncGenerator<string | Uint8Array, void>

  constructor(fileName: string, mediaType: string, pieces: AsyncGenerator<string | Uint8Array, void>) {
    this.fileName = fileName
    this.mediaType = mediaType
    this.pieces = pieces
  }
}

/**
 * Writes a list as a file, piece by piece: one for each batch of its rows.
 *
 * @param name the name of the list, without the extension of a file
 */
export const sheetPieces = (
  sheet: Sheet,
  name: string,
  format: FileFormat,
  reader: Reader,
): AsyncGenerator<string | Uint8Array, void> =>
  format === 'xlsx' ? workbookPieces(sheet, name, reader) : csvPieces(sheet, format, reader)

async function* csvPieces(
  { columns, batches }: Sheet,
  format: Exclude<FileFormat, 'xlsx'>,
  reader: Reader,
): AsyncGenerator<string, void> {
  const { head, line } = csvLinesOf(columns, format, reader)
  let first = head()
  for await (const rows of batches) {
    yield first + (await joinedInTurns(rows, line))
    first = ''
  }
  if (first) yield first
}

/**
 * Writes a list as a workbook. A sheet that is full is followed by another one.
 *
 * @param maxRows of a sheet, with its head
 */
export async function* workbookPieces(
  { columns, batches }: Sheet,
  name: string,
  reader: Reader,
  maxRows = MAX_ROWS,
): AsyncGenerator<Uint8Array, void> {
  let made: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
    bytes += piece.length
  })
  const takeMade = () => {
    if (bytes > MAX_BYTES) throw new RangeError('The list is too large for a workbook')
    const taken = Buffer.concat(made)
    made = []
    return taken
  }

  const { start, row, end } = sheetTextsOf(columns, reader)
  let sheets = 0
  const nextSheet = async () => {
    sheets += 1
    const next = new Deflated(sheetPath(sheets))
    zip.add(next)
    await next.add(start)
    return next
  }
  let sheet = await nextSheet()
  // The head.
  let number = 1
  try {
    for await (const rows of batches) {
      for (let from = 0; from < rows.length; ) {
        if (number === maxRows) {
          await sheet.end(end)
          sheet = await nextSheet()
          number = 1
        }
        const some = rows.slice(from, from + maxRows - number)
        await sheet.add(await joinedInTurns(some, (item) => row(item, ++number)))
        from += some.length
      }
      yield takeMade()
    }
    await sheet.end(end)
    for (const [path, text] of Object.entries(workbookParts(name, sheets))) {
      const part = new ZipDeflate(path, { level: LEVEL })
      zip.add(part)
      part.push(strToU8(text), true)
    }
    zip.end()
    yield takeMade()
  } finally {
    sheet.close()
  }
}
