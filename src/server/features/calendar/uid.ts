/** The steady name of an event. */
export const uidOf = (kind: 'task' | 'shift', id: number, publicUrl: string | undefined) =>
  `${kind}-${id}@${publicUrl ? new URL(publicUrl).hostname : 'muster.invalid'}`
