import { and, inArray, isNull } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { usersApi } from '../../../shared/users.ts'
import { departmentNamedFor, usersFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { updateMany } from '../../core/write/write.ts'
import { mustBeProved } from '../../credentials/reauthentication.ts'
import { applySecondStepRule } from '../../credentials/second-step.ts'
import { endStepsOf } from '../../credentials/sign-in-steps.ts'
import { accessChanged } from '../../db/events/events.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/users.ts'
import { endShiftOf } from '../notifications/end-shift.ts'
import { type ChangedUser, followRights } from '../notifications/owners.ts'
import { endAccessOf } from './end-access.ts'
import { mustBeProvedToGrant } from './granting.ts'
import { keepLastOwner } from './last-owner.ts'
import { releaseRoutinesOf } from './open-work.ts'
import { changesMustBeAllowed } from './update.ts'

/**
 * Changes the department, the role or the activity of many people, all or none, by the rules of `updatePerson`; returns
 * how many really changed. Each person is checked and has their own audit entry. Throws 404 or 403 when one of them is
 * missing or not the viewer's to manage, 403 `proof_needed` for another role or a way in without a recent proof, and
 * 400 for a department that does not exist.
 */
export async function updatePeople(ctx: Context, { body }: Input<typeof usersApi.updateMany>) {
  const { changes } = body
  const ids = [...new Set(body.userIds)]
  const [other = ctx.viewer.id] = ids.filter((id) => id !== ctx.viewer.id)
  await keepLastOwner(ctx, other, changes)
  const befores = await usersFor(ctx, ids, 'user:manage')
  for (const user of befores) changesMustBeAllowed(ctx, user, changes)
  if (changes.role !== undefined && befores.some(({ role }) => role !== changes.role)) mustBeProved(ctx)
  if (changes.isActive)
    mustBeProvedToGrant(
      ctx,
      befores.filter(({ isActive }) => !isActive),
    )
  if (changes.departmentId != null) await departmentNamedFor(ctx, changes.departmentId, 'changes.departmentId')
  const afters = new Map((await updateMany(ctx, users, befores, changes)).map((user) => [user.id, user]))
  const changed = befores.flatMap((before) => {
    const after = afters.get(before.id)
    return after ? [{ before, after }] : []
  })
  await followChanges(ctx, changed)
  return { changed: changed.length }
}

/** Ends what the changes have ended: ways in, work that is on the clock, rights. */
async function followChanges(ctx: Context, changed: readonly ChangedUser[]) {
  const otherRole = changed.filter(({ before, after }) => before.role !== after.role).map(({ after }) => after)
  if (otherRole.length > 0) await endStepsOf(ctx, idsOf(otherRole))
  await applySecondStepRule(ctx, otherRole)
  const closed = changed.filter(({ before, after }) => before.isActive && !after.isActive).map(({ after }) => after)
  if (closed.length > 0) {
    await endAccessOf(ctx, idsOf(closed))
    await releaseRoutinesOf(ctx, idsOf(closed))
  }
  await followRights(ctx, changed)
  // People who can no longer clock out must not stay on the clock.
  const offTheClock = [...closed, ...otherRole.filter(({ role }) => role === 'guest')]
  for (const id of await onTheClock(ctx, idsOf(offTheClock))) await endShiftOf(ctx, id)
  for (const { after } of changed) ctx.outbox.push(...accessChanged(after.id))
}

const idsOf = (people: readonly { id: string }[]) => [...new Set(people.map(({ id }) => id))]

/** The people among these whose session runs. They are few: each session is ended by itself, and its work offered. */
async function onTheClock(ctx: Context, ids: string[]) {
  if (ids.length === 0) return []
  const isRunning = and(inArray(clockSessions.userId, ids), isNull(clockSessions.endTime))
  const found = await ctx.db.selectDistinct({ id: clockSessions.userId }).from(clockSessions).where(isRunning)
  return found.map(({ id }) => id)
}
