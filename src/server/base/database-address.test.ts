import { expect, test } from 'vitest'
import { addressesOf, withDatabaseName } from './database-address.ts'

test.each([
  ['postgres://u:p@one:5432/muster', ['postgres://u:p@one:5432/muster']],
  ['postgres://one,two/muster', ['postgres://one/muster', 'postgres://two/muster']],
  [
    'postgresql://u:a,b@one:5432,[::1]:5433,two/muster?sslmode=verify-full',
    [
      'postgresql://u:a,b@one:5432/muster?sslmode=verify-full',
      'postgresql://u:a,b@[::1]:5433/muster?sslmode=verify-full',
      'postgresql://u:a,b@two/muster?sslmode=verify-full',
    ],
  ],
  ['postgres:///muster?host=/run/postgresql', ['postgres:///muster?host=/run/postgresql']],
  ['mysql://one,two/muster', ['mysql://one,two/muster']],
])('the servers of %s', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})

test.each([
  ['postgres://u:p@one:5432/muster?sslmode=disable', 'postgres://u:p@one:5432/other?sslmode=disable'],
  ['postgres://one,two', 'postgres://one,two/other'],
])('another database beside %s', (url, other) => {
  expect(withDatabaseName(url, 'other')).toBe(other)
})
