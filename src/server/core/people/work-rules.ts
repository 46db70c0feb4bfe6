import { defaultWorkRules, type StoredWorkRules } from '../../../shared/work-rules.ts'
import type { Context } from '../context.ts'

/** The work rules of an organisation that has chosen none. */
export const untouchedWorkRules: StoredWorkRules = { ...defaultWorkRules, updatedAt: null }

/** The rules about working time. They are in memory and cost no statement. */
export const workRulesOf = async ({ db, services }: Pick<Context, 'db' | 'services'>): Promise<StoredWorkRules> => ({
  ...untouchedWorkRules,
  ...(await services.settings.read(db)).workRules,
})
