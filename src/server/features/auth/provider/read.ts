import type { Reply } from '../../../../shared/endpoint.ts'
import type { providerApi } from '../../../../shared/provider.ts'
import type { Context } from '../../../core/context.ts'
import { identityOf } from '../../../credentials/identities.ts'

/** By which provider the viewer is known here, and since when. */
export async function readProvider(ctx: Context): Promise<Reply<typeof providerApi.get>> {
  const { provider } = ctx.services
  if (!provider) return { name: null, since: null }
  return { name: provider.name, since: (await identityOf(ctx, ctx.viewer.id))?.since ?? null }
}
