import { API_PREFIX } from '../../../shared/api-prefix.ts'

/** Calendars read a person's tasks at this address, by the person's secret. `app.ts` keeps it out of the log. */
export const calendarPath = (secret: string) => `${API_PREFIX}/calendar/${secret}.ics`
