import { expect, test } from 'vitest'
import type { Project } from '../../shared/projects.ts'
import { changeProjects } from './project-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const project = (id: number, fields: Partial<Project> = {}): Project => ({
  ...{ id, name: `Project ${id}`, description: null, status: 'pending', departmentId: null, ownerId: 'x' },
  ...{ createdAt: `2026-05-01T00:00:0${id}.000Z`, updatedAt: '2026-05-02T00:00:00.000Z', department: null },
  ...{ tasks: { done: 0, total: 0 }, deletion: null, ...fields },
})
const changeOf = (id: number, row: Project | null) => ({ resource: 'projects' as const, id, row })
const [one, two, three] = [project(1), project(2), project(3)]

test('a new project stands at the place of its creation, newest first', () => {
  expect(changeProjects([three, one], changeOf(2, two), {})).toEqual([three, two, one])
  expect(changeProjects([], changeOf(2, two), {})).toEqual([two])
  const twin = project(9, { createdAt: two.createdAt })
  expect(changeProjects([three, two], changeOf(9, twin), {})).toEqual([three, twin, two])
})

test('a changed project stays where it is, unless the page has a newer one', () => {
  const renamed = project(2, { name: 'Roof', updatedAt: '2026-05-03T00:00:00.000Z' })
  expect(changeProjects([three, two, one], changeOf(2, renamed), {})).toEqual([three, renamed, one])
  const page = [three, renamed]
  expect(changeProjects(page, changeOf(2, two), {})).toBe(page)
})

test('a project that is gone is taken out', () => {
  expect(changeProjects([three, two], changeOf(2, null), {})).toEqual([three])
  const page = [three]
  expect(changeProjects(page, changeOf(2, null), {})).toBe(page)
})

test('a page that is full, or follows another, is read again when its projects become other ones', () => {
  expect(changeProjects([three, one], changeOf(2, two), { limit: 2 })).toBe(READ_AGAIN)
  expect(changeProjects([three, one], changeOf(1, null), { limit: 2 })).toBe(READ_AGAIN)
  expect(changeProjects([one], changeOf(2, two), { offset: 2 })).toBe(READ_AGAIN)
  const renamed = project(1, { name: 'Roof' })
  expect(changeProjects([one], changeOf(1, renamed), { offset: 2, limit: 1 })).toEqual([renamed])
})
