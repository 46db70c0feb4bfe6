import { asc, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type BothCopies, isSameCopy, type ShiftCopy } from '../../../shared/roster/plan-changes.ts'
import type { RosterShift, ShiftColour, ShiftValues } from '../../../shared/roster/shapes.ts'
import { localReader } from '../../../shared/roster/shift-times.ts'
import type { Context } from '../../core/context.ts'
import { plannedShifts, shiftTemplates } from '../../db/tables/roster.ts'
import { plans, type Shift } from './access.ts'

/** Planned shifts as replies carry them. */

type Draft = Pick<Shift, 'userId' | 'startTime' | 'endTime' | 'breakMinutes' | 'title' | 'note' | 'templateId'>

/** The copy that planners have, also of a shift that they have removed. */
export const draftOf = ({ userId, startTime, endTime, breakMinutes, title, note, templateId }: Draft): ShiftCopy => {
  // A roster has thousands of shifts, and an object that is spread into another one takes several times as long.
  return { userId, startTime, endTime, breakMinutes, title, note, templateId }
}

/** The copy that people see; null if the shift was never published. */
export const publishedOf = (shift: Shift): ShiftCopy | null =>
  shift.publishedStartTime === null || shift.publishedEndTime === null
    ? null
    : {
        userId: shift.publishedUserId,
        startTime: shift.publishedStartTime,
        endTime: shift.publishedEndTime,
        breakMinutes: shift.publishedBreakMinutes ?? 0,
        title: shift.publishedTitle,
        note: shift.publishedNote,
        templateId: shift.publishedTemplateId,
      }

/** Both copies, for the functions that compare them. */
export const copiesOf = (shift: Shift): BothCopies => ({
  draft: shift.removedAt === null ? draftOf(shift) : null,
  published: publishedOf(shift),
})

/** Columns that make the published copy like the draft. */
export const publishedLikeDraft = {
  publishedUserId: sql`${plannedShifts.userId}`,
  publishedStartTime: sql`${plannedShifts.startTime}`,
  publishedEndTime: sql`${plannedShifts.endTime}`,
  publishedBreakMinutes: sql`${plannedShifts.breakMinutes}`,
  publishedTitle: sql`${plannedShifts.title}`,
  publishedNote: sql`${plannedShifts.note}`,
  publishedTemplateId: sql`${plannedShifts.templateId}`,
}

/** Columns of a question that is over. */
export const notAsked = { askedAt: null, askedBy: null, askReason: null, refusedAt: null, refusal: null }

/** Makes the function that writes a copy with its local times. */
export function valuesWriter({ services }: Context) {
  const local = localReader(services.config.timeZone)
  return ({ userId, startTime, endTime, breakMinutes, title, note, templateId }: ShiftCopy): ShiftValues => {
    const { date, time: start } = local(startTime)
    const { time: end } = local(endTime)
    return { userId, date, start, end, startTime, endTime, breakMinutes, title, note, templateId }
  }
}

/** A shift with the colours of its two templates. */
export interface ColouredShift {
  shift: Shift
  colour: ShiftColour | null
  publishedColour: ShiftColour | null
}

/** Shifts by their beginning. The caller says which ones the viewer may see. */
export function shiftsWithColours(
  { db }: Pick<Context, 'db'>,
  condition: SQL,
  limit?: number,
): Promise<ColouredShift[]> {
  const published = alias(shiftTemplates, 'published_template')
  const found = db
    .select({ shift: plannedShifts, colour: shiftTemplates.colour, publishedColour: published.colour })
    .from(plannedShifts)
    .leftJoin(shiftTemplates, sql`${shiftTemplates.id} = ${plannedShifts.templateId}`)
    .leftJoin(published, sql`${published.id} = ${plannedShifts.publishedTemplateId}`)
    .where(condition)
    .orderBy(asc(plannedShifts.startTime), asc(plannedShifts.id))
  return limit === undefined ? found : found.limit(limit)
}

/**
 * Makes the function that gives a shift as people have it, also for planners. Its note is for its person alone. It
 * gives undefined if the shift was never published.
 */
export function publishedWriter(ctx: Context, valuesOf = valuesWriter(ctx)) {
  return ({ shift, publishedColour }: ColouredShift): RosterShift | undefined => {
    const published = publishedOf(shift)
    if (published === null) return undefined
    const { id, departmentId, offeredAt } = shift
    const note = published.userId === ctx.viewer.id ? published.note : null
    return {
      ...{ id, departmentId, ...valuesOf({ ...published, note }), colour: publishedColour, plan: null },
      ...(offeredAt !== null && { isOffered: true }),
    }
  }
}

/**
 * Makes the function that gives a shift as the viewer may see it: the draft if they plan its department, else the
 * published copy; undefined if there is none.
 */
export function shiftWriter(ctx: Context) {
  const valuesOf = valuesWriter(ctx)
  const write = publishedWriter(ctx, valuesOf)
  return (found: ColouredShift): RosterShift | undefined => {
    const { shift, colour } = found
    const { id, departmentId } = shift
    if (!plans(ctx, departmentId)) return write(found)
    const draft = draftOf(shift)
    const published = publishedOf(shift)
    const { isPinned, removedAt, offeredAt, askedAt, refusedAt, refusal, updatedAt } = shift
    const asked = askedAt === null ? null : { at: askedAt, refusedAt, refusal }
    const plan: RosterShift['plan'] = { isPinned, isRemoved: removedAt !== null, asked, updatedAt }
    // Most shifts are published as they stand: to say it twice would double the reply.
    if (published === null || !isSameCopy(draft, published)) plan.published = published && valuesOf(published)
    const written: RosterShift = { ...valuesOf(draft), id, departmentId, colour, plan }
    if (offeredAt !== null) written.isOffered = true
    return written
  }
}
