import { count, isNull } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_ROUTINES, type NewRoutine, type Routine, type routinesApi } from '../../../shared/routines.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalidFields } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { insertMany } from '../../core/write/write.ts'
import { routines } from '../../db/tables/routines.ts'
import { checkRoutineReferences } from './references.ts'
import { routineWithNames } from './rows.ts'
import { nextOpening, ruleFaultsOf, wholeSteps } from './rule.ts'

/**
 * Creates a routine, which opens for the first time after now. Throws 400 if it is not whole, and for a department, a
 * person or a procedure that does not exist; 403 where the viewer may not manage routines; 409 when there are as many
 * as there may be.
 */
export async function createRoutine(ctx: Context, { body }: Input<typeof routinesApi.create>): Promise<Routine> {
  const [id] = await insertRoutines(ctx, [body], () => '')
  if (id === undefined) throw new Error('No routine was inserted')
  return routineWithNames(ctx, id)
}

/** Creates many routines, all or none, in a few statements. It throws as `createRoutine`. */
export const createRoutines = async (ctx: Context, { body }: Input<typeof routinesApi.createMany>) => ({
  ids: await insertRoutines(ctx, body.routines, (at) => `routines.${at}.`),
})

async function insertRoutines(ctx: Context, bodies: NewRoutine[], pathOf: (at: number) => string) {
  const values = bodies.map((body) => valuesOf(ctx, body))
  const faults = values.flatMap((routine, at) => ruleFaultsOf(routine, pathOf(at)))
  if (faults.length > 0) throw invalidFields(faults)
  for (const routine of values) mustBeAllowed(ctx, 'routine:manage', routine)
  await checkRoutineReferences(
    ctx,
    values.map((after, at) => ({ after, path: pathOf(at) })),
  )
  await mustBeFewRoutines(ctx, values.length)
  const rows = await insertMany(
    ctx,
    routines,
    values.map((routine) => ({ ...routine, nextOccurrence: routine.isActive ? nextOpening(ctx, routine) : null })),
  )
  return rows.map(({ id }) => id)
}

/** The row of a new routine, without its next opening. */
function valuesOf({ viewer }: Context, body: NewRoutine) {
  const { departmentId = null, assigneeId = null, days = null, everyDays = null, from = null } = body
  const { closesAfterMinutes = null, isActive = true, tags = [], steps = [], sopId = null, sopPage = null } = body
  return {
    ...body,
    ...{ departmentId, assigneeId, days, everyDays, from, closesAfterMinutes, isActive, sopId, sopPage },
    tags: [...new Set(tags)],
    steps: wholeSteps(steps),
    creatorId: viewer.id,
  }
}

/** Throws 409 if there were too many with so many more. */
export async function mustBeFewRoutines({ db }: Context, more: number) {
  const [counted] = await db.select({ routines: count() }).from(routines).where(isNull(routines.deletedAt))
  if ((counted?.routines ?? 0) + more > MAX_ROUTINES)
    throw conflict(
      'too_many_routines',
      msg('{count, plural, one {There can be at most # routine} other {There can be at most # routines}}', {
        count: MAX_ROUTINES,
      }),
    )
}
