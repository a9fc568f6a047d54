import { expect, test } from 'vitest'
import { webhookHeaders } from '../../../src/ops/notices/receiver.ts'

test('a signature equals that of the Standard Webhooks libraries for this message', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  }
  expect(webhookHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a webhook without a secret is not signed', () => {
  expect(Object.keys(webhookHeaders(undefined, { id: 'a', seconds: 1, body: '' }))).toEqual([
    'webhook-id',
    'webhook-timestamp',
  ])
})
