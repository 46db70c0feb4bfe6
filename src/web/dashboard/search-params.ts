/** The dashboard's part of the address. The board has its own. */
export interface DashboardSearch {
  /** The dialog that schedules a meeting is open. */
  meeting?: true
}

export const meetingClosed = { meeting: undefined }

export const validateDashboardSearch = ({ meeting }: Record<string, unknown>): DashboardSearch =>
  meeting === true || meeting === 'true' ? { meeting: true } : {}
