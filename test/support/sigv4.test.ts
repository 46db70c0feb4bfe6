import { AwsV4Signer } from 'aws4fetch'
import { expect, test } from 'vitest'
import { signatureOf } from './sigv4.ts'

/**
 * The examples that AWS publishes in the reference of the S3 API: "Signature Calculations for the Authorization Header:
 * Transferring Payload in a Single Chunk".
 */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const DATE = '20130524T000000Z'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const HOST = 'examplebucket.s3.amazonaws.com'

const examples: [name: string, method: string, url: string, headers: Record<string, string>, signature: string][] = [
  [
    'GET of a range',
    'GET',
    '/test.txt',
    { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    'PUT',
    '/test%24file.text',
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET of a setting',
    'GET',
    '/?lifecycle',
    { 'x-amz-content-sha256': EMPTY },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET of a list',
    'GET',
    '/?max-keys=2&prefix=J',
    { 'x-amz-content-sha256': EMPTY },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

test.each(examples)('the test server knows the signature of AWS’s example: %s', (_, method, url, own, signature) => {
  const headers = { ...own, host: HOST, 'x-amz-date': DATE }
  const signedHeaders = Object.keys(headers).sort()
  expect(signatureOf(SECRET, { method, url, headers, signedHeaders, date: DATE, region: 'us-east-1' })).toBe(signature)
})

test.each(examples)('and so does what Muster signs with: %s', async (_, method, url, headers, signature) => {
  const signer = new AwsV4Signer({
    ...{ method, url: `https://${HOST}${url}`, headers, datetime: DATE, region: 'us-east-1', service: 's3' },
    // It signs a range only if it is told to.
    ...{ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: SECRET, allHeaders: true },
  })
  expect(await signer.signature()).toBe(signature)
})
