import { registerPatches } from '../../shared/reply-patches.ts'
import { type PersonOnShift, shiftApi } from '../../shared/shift.ts'
import { shiftPatches } from '../../shared/shift-changes.ts'
import { useWholeList } from '../api/queries.ts'

registerPatches('tasks', shiftPatches)

/** Everybody to whom a task can be given, those on duty first. */
export const useShiftPeople = (enabled = true) =>
  useWholeList<PersonOnShift, typeof shiftApi.people>(shiftApi.people, {}, { enabled })
