#!/usr/bin/env node
// A bot: it keeps the dice of the most frequent face, rerolls the others, and posts where the score is highest.
'use strict'

const LAST_STAGE = 2

// Return the answer after `stage` rerolls: the indices of the dice to keep, or the legal box to post in.
function turn({ dice, stage, legal }) {
  const count = face => dice.filter(die => die === face).length
  const most = [6, 5, 4, 3, 2, 1].reduce((best, face) => count(face) > count(best) ? face : best)
  if (stage === LAST_STAGE || count(most) === dice.length) {
    const category = Object.keys(legal).reduce((best, box) => legal[box] > legal[best] ? box : best)
    return { message: 'score', category }
  }
  return { message: 'keep', indices: [0, 1, 2, 3, 4].filter(place => dice[place] === most) }
}

require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line)
  if (message.message === 'bye') process.exit()
  const answer = message.message === 'turn' ? turn(message) : { message: message.message }
  process.stdout.write(JSON.stringify(answer) + '\n')
})
