import type { Department, departmentsApi } from '../../../shared/departments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { departmentFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { departments } from '../../db/tables/departments.ts'
import { unusedName } from './unused-name.ts'

/** Changes the fields sent. Throws 409 for the name of another department. */
export async function updateDepartment(
  ctx: Context,
  { params, body }: Input<typeof departmentsApi.update>,
): Promise<Department> {
  const department = await departmentFor(ctx, params.id, 'department:manage')
  const foldedName = body.name === undefined ? undefined : await unusedName(ctx, body.name, department.id)
  return update(ctx, departments, department, { ...body, ...(foldedName && { foldedName }) })
}
