import { expect, test } from 'vitest'
import { tasksApi } from '../../shared/tasks.ts'
import { isKeyOf, keyOf } from './queries.ts'

const list = keyOf(tasksApi.list, { query: { limit: 1 } })
const task = keyOf(tasksApi.get, { params: { id: 7 } })
const history = keyOf(tasksApi.history, { params: { id: 7 } })

test('a key belongs to one endpoint, though the paths of others begin alike', () => {
  expect([keyOf(tasksApi.list), list, task, history].map((key) => isKeyOf(tasksApi.list, key))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([list, task, history].map((key) => isKeyOf(tasksApi.get, key))).toEqual([false, true, false])
  expect([list, task, history].map((key) => isKeyOf(tasksApi.history, key))).toEqual([false, false, true])
})
