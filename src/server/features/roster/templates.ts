import { asc, count, eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_TEMPLATES, type ShiftTemplate } from '../../../shared/roster/shapes.ts'
import { shiftSpanOf, timeFault } from '../../../shared/roster/shift-times.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write/write.ts'
import { shiftTemplates } from '../../db/tables/roster.ts'
import { type Template, templateFor } from './access.ts'

/** Times from which planners make shifts. */

const asReplied = ({
  id,
  departmentId,
  name,
  start,
  end,
  breakMinutes,
  colour,
  updatedAt,
}: Template): ShiftTemplate => ({
  ...{ id, departmentId, name, start, end, breakMinutes, colour, updatedAt },
})

/** The templates of a department that the viewer plans, by start and name. */
export async function listTemplates(
  ctx: Context,
  { query }: Input<typeof rosterApi.templates>,
): Promise<{ templates: ShiftTemplate[] }> {
  const { departmentId } = query
  mustBeAllowed(ctx, 'roster:plan', { departmentId })
  const found = await ctx.db
    .select()
    .from(shiftTemplates)
    .where(eq(shiftTemplates.departmentId, departmentId))
    .orderBy(asc(shiftTemplates.start), asc(shiftTemplates.name), asc(shiftTemplates.id))
  return { templates: found.map(asReplied) }
}

/** Adds a template. Throws 409 for too many, 400 for times that no shift may have. */
export async function createTemplate(
  ctx: Context,
  { body }: Input<typeof rosterApi.createTemplate>,
): Promise<ShiftTemplate> {
  mustHaveTimes(body)
  // Locked, so that two at once do not make too many.
  const { id } = await departmentFor(ctx, body.departmentId, 'roster:plan')
  const [counted] = await ctx.db
    .select({ templates: count() })
    .from(shiftTemplates)
    .where(eq(shiftTemplates.departmentId, id))
  if ((counted?.templates ?? 0) >= MAX_TEMPLATES)
    throw conflict(
      'too_many_templates',
      msg(
        '{count, plural, one {A department can have at most # template} other {A department can have at most # templates}}',
        {
          count: MAX_TEMPLATES,
        },
      ),
    )
  return asReplied(await insert(ctx, shiftTemplates, body))
}

/**
 * Changes a template. Shifts that were made from it keep their times. Throws 409 when the body's `updatedAt` is not the
 * template's.
 */
export async function updateTemplate(
  ctx: Context,
  { params, body }: Input<typeof rosterApi.updateTemplate>,
): Promise<ShiftTemplate> {
  const { updatedAt, ...changes } = body
  const template = await templateFor(ctx, params.id)
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(template.updatedAt))
    throw conflict('edited_meanwhile', msg('Somebody else has changed this template meanwhile'))
  const { start, end, breakMinutes } = template
  mustHaveTimes({
    start: changes.start ?? start,
    end: changes.end ?? end,
    breakMinutes: changes.breakMinutes ?? breakMinutes,
  })
  return asReplied(await update(ctx, shiftTemplates, template, changes))
}

/** Deletes a template. Shifts that were made from it stay. */
export async function removeTemplate(ctx: Context, { params }: Input<typeof rosterApi.removeTemplate>): Promise<void> {
  await remove(ctx, shiftTemplates, await templateFor(ctx, params.id))
}

/** Throws 400 for times that no shift may have, on a day on which the clocks do not change. */
function mustHaveTimes({ start, end, breakMinutes }: { start: string; end: string; breakMinutes: number }) {
  const fault = timeFault({ ...shiftSpanOf({ date: '2026-01-01', start, end }, 'UTC'), breakMinutes })
  if (fault) throw invalid(fault.path, fault.message)
}
