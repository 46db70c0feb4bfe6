import { reminders as plannedReminders } from '../../../sample/reminders.ts'
import { reminderStory } from '../../../sample/story.ts'
import { createReminder, updateReminder } from '../features/reminders/change.ts'
import { fireReminders } from '../features/reminders/fire.ts'
import { contextOf, type Deed, type Hotel } from './hotel.ts'

/** Reminders were set some weeks ago, those for a day to come lately; what has come already was fired at its time. */
export const reminderActions = ({ ctx, calendar, places, staff }: Hotel) =>
  plannedReminders.flatMap(({ title, description, by, for: whom, at, fired }, index): Deed[] => {
    const { set, due, next } = reminderStory(at, calendar, index)
    let id: number
    const create = async () => {
      const body = {
        ...{ title, description },
        userId: whom !== 'everyone' && 'person' in whom ? staff[whom.person].id : null,
        departmentId: whom !== 'everyone' && 'department' in whom ? places[whom.department] : null,
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
    // What would come again right after the loading begins one time later.
    return 'rule' in at ? [...actions, fire, { at: calendar.now, act: skip }] : [...actions, fire]
  })
