// boardgame.io's own server with the smallest game there is: two players count in turn. It has no
// rules to check and nothing to hide, so all that is measured is the way of a move to the other seat.
'use strict';

const { Server } = require('boardgame.io/server');

const game = {
  name: 'counting',
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { count: ({ G }) => ({ count: G.count + 1 }) },
};

const server = Server({ games: [game], origins: [] });
// It listens on every address by itself; a measurement needs only this machine.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done);

server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`ready: http://127.0.0.1:${appServer.address().port}`);
});
