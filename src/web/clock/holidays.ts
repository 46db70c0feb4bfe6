import { useMemo } from 'react'
import { holidaysApi } from '../../shared/holidays.ts'
import { useReply } from '../api/queries.ts'

/** The names of holidays, by date. None as long as they are not known. */
export function useHolidays(): ReadonlyMap<string, string> {
  const { data } = useReply(holidaysApi.list, {})
  return useMemo(() => new Map(data?.holidays.map(({ date, name }) => [date, name])), [data])
}
