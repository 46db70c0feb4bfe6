import type { Input } from '../../../shared/endpoint.ts'
import type { Organisation, organisationApi } from '../../../shared/organisation.ts'
import type { Context, OpenContext } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { lockSetting, writeSetting } from '../../db/settings.ts'

/** The name of the organisation, which visitors see too, and its emergency number, which they do not. */
export async function readOrganisation({ db, services, viewer }: OpenContext): Promise<Organisation> {
  const { organisation, emergencyPhone } = await services.settings.read(db)
  return { name: organisation || null, emergencyPhone: (viewer && emergencyPhone) || null }
}

/** Sets the fields that are sent; null takes one away. Every page hears of it. */
export async function updateOrganisation(
  ctx: Context,
  { body }: Input<typeof organisationApi.update>,
): Promise<Organisation> {
  const before = {
    name: (await lockSetting(ctx.db, 'organisation')) || null,
    emergencyPhone: (await lockSetting(ctx.db, 'emergencyPhone')) || null,
  }
  const after = { ...before, ...body }
  const changed = (['name', 'emergencyPhone'] as const).filter((field) => after[field] !== before[field])
  if (changed.length === 0) return after
  if (after.name !== before.name) await writeSetting(ctx.db, 'organisation', after.name ?? '')
  if (after.emergencyPhone !== before.emergencyPhone)
    await writeSetting(ctx.db, 'emergencyPhone', after.emergencyPhone ?? '')
  const only = (values: Organisation) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  await audit(ctx, {
    action: 'organisation.update',
    resourceType: 'organisation',
    resourceId: null,
    details: { before: only(before), after: only(after) },
  })
  const change = { resource: 'organisation' as const, id: null }
  const audience = { fromRole: 'guest' as const, departments: [], users: [] }
  ctx.outbox.push({ type: 'change', change, verb: 'update', audience, tab: ctx.origin.tab })
  return after
}
