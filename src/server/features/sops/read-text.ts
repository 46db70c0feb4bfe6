import { eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { SopText, sopsApi } from '../../../shared/sops.ts'
import { sopFor } from '../../core/access/access.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { sopPages, sopTexts, type sopVersions } from '../../db/tables/sops.ts'
import { versionOf } from './versions.ts'

type Version = typeof sopVersions.$inferSelect

/**
 * The text of the current file, or of an earlier revision. Throws 404 if there is none, or the viewer may not see the
 * SOP. A text from before 0.2.0 has no blocks yet: each page is one paragraph, until the file has been read again.
 */
export async function readSopText(
  ctx: Context,
  { params, query }: Input<typeof sopsApi.text>,
): Promise<JsonText<SopText>> {
  const sop = await sopFor(ctx, params.id, 'sop:read')
  const version = await versionOf(ctx, sop, query.version ?? sop.revision)
  const pages = version.textState === 'done' ? await pagesOf(ctx, version) : null
  const fields = { revision: version.revision, state: stateOf(version, pages), isCut: version.isTextCut }
  return new JsonText(`${JSON.stringify(fields).slice(0, -1)},"pages":${pages ?? '[]'}}`)
}

function stateOf({ textState, textVersion }: Version, pages: string | null): SopText['state'] {
  if (textState === 'failed') return 'failed'
  if (pages !== null) return 'ready'
  return textState === 'done' && textVersion > 0 ? 'empty' : 'waiting'
}

/** The pages with text as JSON; null if there are none. */
async function pagesOf({ db }: Context, { id, textVersion }: Version) {
  if (textVersion === 0) return plainPagesOf(db, id)
  const [blocks] = await db
    .select({
      pages: sql<string | null>`json_agg(json_build_object('page', page, 'blocks', blocks) order by page)::text`,
    })
    .from(sopTexts)
    .where(eq(sopTexts.sopVersionId, id))
  return blocks?.pages ?? plainPagesOf(db, id)
}

async function plainPagesOf(db: Context['db'], id: number) {
  const paragraph = sql`json_build_array(json_build_object('kind', 'paragraph', 'text', text))`
  const [plain] = await db
    .select({
      pages: sql<string | null>`json_agg(json_build_object('page', page, 'blocks', ${paragraph}) order by page)::text`,
    })
    .from(sopPages)
    .where(eq(sopPages.sopVersionId, id))
  return plain?.pages ?? null
}
