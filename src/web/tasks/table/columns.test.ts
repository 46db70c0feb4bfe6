import { expect, test } from 'vitest'
import { columnsFor } from './columns.ts'

const labels = (width: number, withDepartment = true) => columnsFor(width, withDepartment).map(({ label }) => label.id)

test('a wider table shows more columns', () => {
  expect(labels(600)).toEqual(['Title', 'Status', 'Due date'])
  // On an upright tablet a manager sorts by assignee.
  expect(labels(718)).toEqual(['Title', 'Status', 'Assignee', 'Due date'])
  expect(labels(1160)).toEqual(['Title', 'Priority', 'Status', 'Assignee', 'Due date', 'Created', 'Department'])
  expect(labels(1640)).toEqual([...labels(1160), 'Project'])
  expect(labels(2280)).toEqual([...labels(1160), 'Project', 'Tags'])
})

test('no column shows the department when one is chosen', () => {
  expect(labels(2280, false)).not.toContain('Department')
})
