"""The store of tables: a Redis-family server, or a cluster of them, reached through one connection each.

====================== =====================================================
``address``            where a server listens, from a URL
``pipe``               one connection, shared by everybody who asks
``link``               a pipe that is made anew when it breaks
``servers``            one server, or a cluster that is asked by key
``keys``               where a table lives
``clock``              the time on the store
``changes``            a change as a value, and what can come of it
``tables``             what is asked: load, commit, what is due
====================== =====================================================
"""
