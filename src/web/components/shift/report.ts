import { createPersonalStore } from '../../store.ts'

/** Facts about a problem before somebody reports it, for example from the sign of a place. */
export interface ReportPreset {
  place?: string
  departmentId?: number | null
}

/** The form to report a problem, which opens over any screen; null while it is closed. The shell draws it. */
export const reporting = createPersonalStore<ReportPreset | null>(null)

export const openReport = (preset: ReportPreset = {}) => reporting.set(preset)
