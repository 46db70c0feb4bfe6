import { reminders as plannedReminders } from '../../../sample/reminders.ts'
import { reminderStory } from '../../../sample/story.ts'
import { createReminder } from '../features/reminders/create.ts'
import { fireReminders } from '../features/reminders/fire.ts'
import { updateReminder } from '../features/reminders/update.ts'
import { type Action, contextOf, type Hotel } from './hotel.ts'

/** Recurring reminders were created some weeks ago, single future ones lately. Past reminders fire at their time. */
export const reminderActions = ({ ctx, calendar, departmentIds, staff }: Hotel) =>
  plannedReminders.flatMap(({ title, description, by, for: target, at, fired }, index): Action[] => {
    const { set, due, next } = reminderStory(at, calendar, index)
    let id: number
    const create = async () => {
      const body = {
        ...{ title, description },
        userId: target !== 'everyone' && 'person' in target ? staff[target.person].id : null,
        departmentId: target !== 'everyone' && 'department' in target ? departmentIds[target.department] : null,
        cronRule: 'rule' in at ? at.rule : null,
        nextRun: new Date(fired ? due : next).toISOString(),
      }
      id = (await createReminder(contextOf(ctx, staff[by], set), { params: {}, query: undefined, body })).id
    }
    const skip = () => {
      const body = { nextRun: new Date(next).toISOString() }
      return updateReminder(contextOf(ctx, staff[by], calendar.now), { params: { id }, query: undefined, body })
    }
    const actions = [{ at: set, act: create }]
    if (!fired) return actions
    const fire = { at: due, act: () => fireReminders(contextOf(ctx, null, due), [id]) }
    // A recurring reminder that would fire right after the start skips that time.
    return 'rule' in at ? [...actions, fire, { at: calendar.now, act: skip }] : [...actions, fire]
  })
