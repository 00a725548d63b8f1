# scipy.spatial: distances alone.
