import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import type { StoredWorkRules, WorkRules, workRulesApi } from '../../../shared/work-rules.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { untouchedWorkRules, workRulesOf } from '../../core/people/work-rules.ts'
import { audit } from '../../core/write/audit.ts'
import { laterThan } from '../../core/write/write.ts'
import { lockSetting, writeSetting } from '../../db/settings.ts'

/** The rules about working time: the organisation's own, or the default. */
export const readWorkRules = (ctx: Context): Promise<StoredWorkRules> => workRulesOf(ctx)

/**
 * Sets the rules. Pages of people who use the clock hear of it. Throws 409 when the body's `updatedAt` is not the
 * setting's: somebody else has changed the rules.
 */
export async function updateWorkRules(
  ctx: Context,
  { body: { updatedAt, ...rules } }: Input<typeof workRulesApi.update>,
): Promise<StoredWorkRules> {
  const before = { ...untouchedWorkRules, ...(await lockSetting(ctx.db, 'workRules')) }
  if (updatedAt !== undefined && updatedAt !== before.updatedAt)
    throw conflict('edited_meanwhile', msg('Somebody else has changed the work rules meanwhile'))
  const [from, to] = [logged(before), logged(rules)]
  const changed = Object.keys(to).filter((field) => String(from[field]) !== String(to[field]))
  if (changed.length === 0) return before
  const now = ctx.now.toISOString()
  const after = { ...rules, updatedAt: before.updatedAt === null ? now : laterThan(before.updatedAt, ctx.now) }
  await writeSetting(ctx.db, 'workRules', after)
  const only = (values: typeof to) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  await audit(ctx, {
    action: 'work-rules.update',
    resourceType: 'work-rules',
    resourceId: null,
    details: { before: only(from), after: only(to) },
  })
  const change = { resource: 'organisation' as const, id: null }
  const audience = { fromRole: 'user' as const, departments: [], users: [] }
  ctx.outbox.push({ type: 'change', change, verb: 'update', audience, tab: ctx.origin.tab })
  return after
}

/** The values for the audit log. A rule about breaks is one text: "6:00 → 0:30". */
const logged = ({ breaks, ...rules }: WorkRules): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(rules).filter(([field]) => field !== 'updatedAt')),
  breakRules: breaks.map(({ afterMinutes, breakMinutes }) => `${inHours(afterMinutes)} → ${inHours(breakMinutes)}`),
})

const inHours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
