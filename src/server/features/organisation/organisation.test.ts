import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { organisationApi } from '../../../shared/organisation.ts'

const muster = useTestApp()

test.each(['1898', '1e400', 'null', 'true', '{}', '"'])('a house may be called %s', async (name) => {
  const adam = await muster.as('adam')
  await adam.call(organisationApi.update, { body: { name, emergencyPhone: '112' } })
  expect(await adam.call(organisationApi.get, {})).toEqual({ name, emergencyPhone: '112' })
})
