import { type PersonOnShift, shiftApi } from '../../shared/shift.ts'
import { useWholeList } from '../api/queries.ts'

/** Everybody to whom a task can be given, those on duty first. */
export const useShiftPeople = (enabled = true) =>
  useWholeList<PersonOnShift, typeof shiftApi.people>(shiftApi.people, {}, { enabled })
