/** What the dashboard keeps in the address beside what its board does. */
export interface DashboardSearch {
  /** The dialog that schedules a meeting is open. */
  meeting?: true
}

export const meetingClosed = { meeting: undefined }

export const validateDashboardSearch = ({ meeting }: Record<string, unknown>): DashboardSearch =>
  meeting === true || meeting === 'true' ? { meeting: true } : {}
