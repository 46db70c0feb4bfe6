import { expect, test } from 'vitest'
import { tasksApi } from '../../shared/tasks.ts'
import { queryString, urlOf } from './call-endpoint.ts'

test('each part of an address is encoded, whatever is in it', () => {
  expect(urlOf(tasksApi.get, { id: '1/../../users?x=1#y' })).toBe('/api/v1/tasks/1%2F..%2F..%2Fusers%3Fx%3D1%23y')
  expect(queryString({ 'a&b': 'c=d&e#f', none: null, nothing: undefined })).toBe('?a%26b=c%3Dd%26e%23f')
})
