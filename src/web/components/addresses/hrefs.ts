/** The addresses of things, as links hold them. */

export const taskHref = (id: number) => `/tasks?task=${id}`
export const routineHref = (id: number) => `/routines?routine=${id}`
export const sopHref = (id: number) => `/sops?sop=${id}`
export const reminderHref = (id: number) => `/reminders?reminder=${id}`
