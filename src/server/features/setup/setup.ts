import type { Input } from '../../../shared/endpoint.ts'
import { type Setup, type setupApi, setupSteps } from '../../../shared/setup.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { lockSetting, writeSetting } from '../../db/settings.ts'

/** The guide of a deployment that is older than it, or that holds the sample hotel: it opens when somebody wants it. */
const untouched: Setup = {
  steps: Object.fromEntries(setupSteps.map((step) => [step, 'open'])) as Required<Setup['steps']>,
  house: null,
  isFinished: true,
}

/** How far the guide is. */
export const readSetup = async ({ db, services }: Context): Promise<Setup> =>
  whole((await services.settings.read(db)).setup)

/** A guide as it was stored. One of an older Muster lacks steps. */
const whole = (stored: Setup | undefined): Setup =>
  stored ? { ...stored, steps: { ...untouched.steps, ...stored.steps } } : untouched

/** Notes which steps are done or skipped, and whether the guide is finished. Pages of administrators hear of it. */
export async function updateSetup(ctx: Context, { body }: Input<typeof setupApi.update>): Promise<Setup> {
  const before = whole(await lockSetting(ctx.db, 'setup'))
  const { steps, ...rest } = body
  const after: Setup = { ...before, ...rest, steps: { ...before.steps, ...steps } }
  const [from, to] = [flat(before), flat(after)]
  if (Object.keys(to).every((name) => from[name] === to[name])) return before
  await writeSetting(ctx.db, 'setup', after)
  await audit(ctx, {
    action: 'setup.update',
    resourceType: 'setup',
    resourceId: null,
    details: { before: from, after: to },
  })
  const change = { resource: 'organisation' as const, id: null }
  const audience = { fromRole: 'admin' as const, departments: [], users: [] }
  ctx.outbox.push({ type: 'change', change, verb: 'set-up', audience, tab: ctx.origin.tab })
  return after
}

/** The fields of the guide beside each other, for the audit log. */
const flat = ({ steps, house, isFinished }: Setup): Record<string, unknown> => ({ ...steps, house, isFinished })
