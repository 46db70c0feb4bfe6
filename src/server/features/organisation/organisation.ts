import type { Input } from '../../../shared/endpoint.ts'
import type { Organisation, organisationApi } from '../../../shared/organisation.ts'
import type { Context, OpenContext } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { lockSetting, writeSetting } from '../../db/settings.ts'

/** The name of the organisation, which visitors see too. */
export const readOrganisation = async ({ db, services }: OpenContext): Promise<Organisation> => ({
  name: (await services.settings.read(db)).organisation || null,
})

/** Names the organisation, or takes the name away. Every page hears of it. */
export async function updateOrganisation(
  ctx: Context,
  { body }: Input<typeof organisationApi.update>,
): Promise<Organisation> {
  const before = (await lockSetting(ctx.db, 'organisation')) || null
  if (body.name === before) return body
  await writeSetting(ctx.db, 'organisation', body.name ?? '')
  await audit(ctx, {
    action: 'organisation.update',
    resourceType: 'organisation',
    resourceId: null,
    details: { before: { name: before }, after: { name: body.name } },
  })
  const change = { resource: 'organisation' as const, id: null }
  const audience = { fromRole: 'guest' as const, departments: [], users: [] }
  ctx.outbox.push({ type: 'change', change, verb: 'update', audience, tab: ctx.origin.tab })
  return body
}
