import { choiceIn, readAddress, rowId, rowIdOrNew } from '../components/addresses/address-values.ts'

export const payrollTabs = ['runs', 'wage-types', 'file'] as const
export type PayrollTab = (typeof payrollTabs)[number]

/** The part of the address of payroll. */
export interface PayrollSearch {
  /** The tab that is shown, unless it is the one of the runs. */
  tab?: PayrollTab
  /** The id of the run whose people are open. */
  run?: number
  /** The id of the wage type whose form is open; 0 for a new one. */
  edit?: number
}

/** Reads the address and drops unknown and bad values. */
export const readPayrollSearch = readAddress<PayrollSearch>({
  tab: choiceIn('wage-types', 'file'),
  run: rowId,
  edit: rowIdOrNew,
})

/** The address with every dialog closed. */
export const closedPayrollDialogs = { run: undefined, edit: undefined }
