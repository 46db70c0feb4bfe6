/** The addresses of things, as links hold them. */
export const hrefOf = {
  task: (id: number) => `/tasks?task=${id}`,
  routine: (id: number) => `/routines?routine=${id}`,
  sop: (id: number) => `/sops?sop=${id}`,
  reminder: (id: number) => `/reminders?reminder=${id}`,
}
