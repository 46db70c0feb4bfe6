import { API_PREFIX } from '../../../shared/api-prefix.ts'

/** Where calendars read the tasks of whoever has the secret. `app.ts` keeps it out of the log. */
export const calendarPath = (secret: string) => `${API_PREFIX}/calendar/${secret}.ics`
