import type { Role } from '../../shared/permissions.ts'

/** The role and department in Muster of a group at the provider of single sign-on (`OIDC_GROUPS`). */
export interface GroupRule {
  /** The group's name as the provider says it; `*` for everybody. */
  group: string
  /** Never god: a god is named in Muster alone. */
  role: Role
  /** The name of the department; null leaves it as it is. */
  department: string | null
}

const ROLES = ['guest', 'user', 'manager', 'admin']
const MAX_RULES = 200
const MAX_NAME = 200

/** One rule, as `group=role` or `group=role/Department`. The last `=` counts: names of groups may hold some. */
const RULE = /^(?<group>.+)=(?<role>[^=/]+?)\s*(?:\/\s*(?<department>[^=]+))?$/

/** Reads rules as `group=role/Department`, with semicolons between them. Returns a fault as a string. */
export function readGroupRules(text: string): GroupRule[] | string {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length === 0) return 'names no group'
  if (parts.length > MAX_RULES) return `names more than ${MAX_RULES} groups`
  const rules: GroupRule[] = []
  for (const part of parts) {
    const { group, role = '', department } = RULE.exec(part)?.groups ?? {}
    if (!group) return `has "${part}", which is not written as group=role or group=role/Department`
    const name = group.trim()
    if (name === '' || name.length > MAX_NAME) return `has "${part}", whose group is empty or too long`
    const wanted = role.trim()
    if (wanted === 'god') return `has "${part}", but no group makes anybody a god: that is done in Muster alone`
    if (!ROLES.includes(wanted)) return `has "${part}", whose role is none of ${ROLES.join(', ')}`
    if (rules.some((rule) => rule.group === name)) return `names the group "${name}" twice`
    rules.push({ group: name, role: wanted as Role, department: department?.trim() || null })
  }
  const everybody = rules.findIndex((rule) => rule.group === '*')
  if (everybody >= 0 && everybody < rules.length - 1)
    return 'has * before other groups, which would never count: put it last'
  return rules
}

/** The first rule that names one of the person's groups. */
export const ruleFor = (rules: readonly GroupRule[], groups: readonly string[]): GroupRule | undefined =>
  rules.find(({ group }) => group === '*' || groups.includes(group))
