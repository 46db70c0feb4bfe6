import { and, between, eq, gt } from 'drizzle-orm'
import type { SopTextPage } from '../../../shared/sops.ts'
import type { PdfTexts } from '../../adapters/pdf.ts'
import type { Db } from '../../db/connect/connect.ts'
import { sopTexts } from '../../db/tables/sops.ts'

/** How many characters the text of a file may still have. */
export interface Room {
  left: number
  isCut: boolean
}

/** The cost of a block beside its characters, so that a million blocks of one letter do not count as little. */
const BLOCK_COST = 20

/** The pages with text that fit into the room, which shrinks. The first page that does not fit ends the text. */
export function fitting({ first, blocks }: PdfTexts, room: Room): SopTextPage[] {
  const pages: SopTextPage[] = []
  for (const [at, page] of blocks.entries()) {
    if (page.length === 0 || room.isCut) continue
    const cost = page.reduce((sum, { text }) => sum + text.length + BLOCK_COST, 0)
    room.isCut = cost > room.left
    room.left -= cost
    if (!room.isCut) pages.push({ page: first + at, blocks: page })
  }
  return pages
}

/** Replaces the stored text of these pages. Until then, an earlier reading's text is shown. */
export async function saveBlocks(db: Db, sopVersionId: number, { first, blocks }: PdfTexts, pages: SopTextPage[]) {
  const isAmong = between(sopTexts.page, first, first + blocks.length - 1)
  await db.delete(sopTexts).where(and(eq(sopTexts.sopVersionId, sopVersionId), isAmong))
  if (pages.length > 0) await db.insert(sopTexts).values(pages.map((page) => ({ sopVersionId, ...page })))
}

/** Removes the blocks of the pages after one; with 0, of all pages. */
export const removeBlocks = (db: Db, sopVersionId: number, after: number) =>
  db.delete(sopTexts).where(and(eq(sopTexts.sopVersionId, sopVersionId), gt(sopTexts.page, after)))
