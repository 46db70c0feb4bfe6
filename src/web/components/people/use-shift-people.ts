import { type PersonOnShift, shiftApi } from '../../../shared/shift.ts'
import { useWholeList } from '../../api/queries.ts'
import { registerPatches } from '../../live/reply-patches.ts'
import { shiftPatches } from '../../live/shift-changes.ts'

registerPatches('tasks', shiftPatches)

/** Everybody who can be given a task, people on duty first. */
export const useShiftPeople = (enabled = true) =>
  useWholeList<PersonOnShift, typeof shiftApi.people>(shiftApi.people, {}, { enabled })
